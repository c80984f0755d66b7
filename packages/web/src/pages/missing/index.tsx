// An address that leads nowhere.

import { to } from '../../app/router.ts'
import { Link } from '../../parts/link.tsx'
import { Empty } from '../../parts/states.tsx'

export function MissingPage() {
  return (
    <div className="page">
      <Empty
        title="There is nothing at this address."
        actions={
          <Link className="btn" to={to.models}>
            Go to the models
          </Link>
        }
      >
        It may have been mistyped, or what it named was deleted.
      </Empty>
    </div>
  )
}
