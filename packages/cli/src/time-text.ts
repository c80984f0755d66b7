// Times as a person reads them.

/** `2026-01-01 09:00:05Z`, without parts of a second. */
export function timeText(iso: string): string {
  return iso.replace('T', ' ').replace(/\.\d+/, '')
}
