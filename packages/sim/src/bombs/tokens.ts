// The callers: a victim that does its work, and strangers that may read, write or deploy.

export const TOKENS = {
  victim: { token: 'victim-token-of-the-bombs-rig', scope: 'deploy' },
  reader: { token: 'reader-token-of-the-bombs-rig', scope: 'read' },
  writer: { token: 'writer-token-of-the-bombs-rig', scope: 'write' },
  deployer: { token: 'deployer-token-of-the-bombs-rig', scope: 'deploy' },
} as const

export type Who = keyof typeof TOKENS
