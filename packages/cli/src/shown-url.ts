// A URL as it may be shown: without the password in it.

export function withoutPassword(url: string): string {
  return url.replace(/(\/\/[^:@/]*):[^@/]*@/, '$1:…@')
}
