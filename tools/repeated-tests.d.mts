interface TestReport {
  testResults?: readonly {
    name: string;
    status: string;
    assertionResults: readonly { status: string; fullName: string }[];
  }[];
}
export declare const failedFiles: (report: TestReport) => string[];
export declare const failedTests: (report: TestReport) => string[];
export declare const withRepeated: (
  report: TestReport,
  repeated: TestReport,
) => TestReport & { numPassedTests: number; numFailedTests: number };
