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

interface JourneySpec {
  id: string;
  file: string;
  title: string;
  ok: boolean;
  tests: readonly {
    projectName: string;
    status: string;
    results: readonly { error?: { message: string } }[];
  }[];
}
interface JourneyReport {
  suites?: readonly JourneyReport[];
  specs?: readonly JourneySpec[];
}
export declare const failedJourneys: (report: JourneyReport) => string[];
export declare const withRepeatedJourneys: (
  report: JourneyReport,
  repeated: JourneyReport,
) => { specs: JourneySpec[] };
