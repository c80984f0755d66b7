// A URL as it may be shown: without the passwords in it, however it is written.

/** Rather too much is hidden than too little: a password may hold slashes and at signs. */
export function withoutPassword(url: string): string {
  return url
    .replace(/(\/\/[^:@/?#]*):.*@/s, '$1:…@')
    .replace(/((?:^|[?&;\s])[^=?&;\s]*(?:pass|secret|token|key)[^=?&;\s]*=)[^&;\s]*/gi, '$1…')
}

/** A text that may quote a URL or its password, without both. */
export function withoutSecretsOf(url: string, text: string): string {
  const secrets = [url, ...passwordsIn(url)]
  return secrets.reduce(
    (shown, secret, i) => shown.replaceAll(secret, i === 0 ? withoutPassword(url) : '…'),
    text,
  )
}

function passwordsIn(url: string): string[] {
  const inside = /\/\/[^:@/?#]*:(.*)@/s.exec(url)?.[1] ?? ''
  const named = [...url.matchAll(/(?:pass|secret|token|key)[^=?&;\s]*=([^&;\s]*)/gi)]
  const found = [inside, ...named.map(([, value]) => value ?? '')]
  return found.flatMap((one) => [one, decoded(one)]).filter((one) => one.length >= 4)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
