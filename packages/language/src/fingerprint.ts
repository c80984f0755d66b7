// A short hash of a text, the same on every machine. It detects that two texts differ; it is not
// cryptographic.

/** 64 bits, as 16 hex digits. Two lanes of multiply-and-rotate, each finished as in MurmurHash3. */
export function fingerprint(text: string): string {
  let a = 0x9e3779b9
  let b = 0x85ebca6b
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    a = Math.imul(rotated(a ^ unit, 13), 0xcc9e2d51)
    b = Math.imul(rotated(b ^ unit, 17), 0x1b873593) + 0xe6546b64
  }
  a = finished(a ^ text.length)
  b = finished(b ^ a)
  return hex(finished(a + b)) + hex(b)
}

function rotated(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits))
}

function finished(value: number): number {
  let h = value
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return h ^ (h >>> 16)
}

function hex(value: number): string {
  return (value >>> 0).toString(16).padStart(8, '0')
}
