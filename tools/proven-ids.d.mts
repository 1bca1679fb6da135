interface VitestReport {
  testResults?: readonly { assertionResults: readonly { status: string; tags?: readonly string[] }[] }[];
}
interface PlaywrightReport {
  suites?: readonly PlaywrightReport[];
  specs?: readonly { ok: boolean; tags?: readonly string[]; tests: readonly { status: string }[] }[];
}
export declare const provenIds: (reports: readonly (VitestReport & PlaywrightReport)[]) => string[];
