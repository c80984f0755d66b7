// For tests of workflows: virtual time, tools that log and fail on command, runs step by step, and a death at any commit.

export {
  type FakeAnswer,
  type FakeCall,
  type FakeTool,
  type FakeToolOptions,
  fakeTool,
} from './fake-tool.ts'
export { TestHost, type TestHostOptions } from './test-host.ts'
