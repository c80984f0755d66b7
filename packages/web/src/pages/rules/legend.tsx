// The legend of the marks.

export function Legend() {
  return (
    <div className="legend">
      <span>
        <i className="mk" />
        fired
      </span>
      <span>
        <i className="mk skipped" />
        did not fire
      </span>
      <span>
        <i className="mk replayed" />
        replayed later
      </span>
      <span>
        <i className="mk coming" />
        coming
      </span>
      <span>
        <i className="stretch true" />
        condition true
      </span>
      <span>
        <i className="stretch throttle" />
        throttle window
      </span>
    </div>
  )
}
