interface TestReport {
  testResults?: readonly {
    name: string;
    status: string;
    assertionResults: readonly { status: string; fullName: string }[];
  }[];
}
export declare const failedTests: (report: TestReport) => string[];

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
  stats?: { expected?: number; flaky?: number; unexpected?: number; skipped?: number };
}
export declare const failedJourneys: (report: JourneyReport) => string[];
export declare const unsteadyJourneys: (report: JourneyReport) => string[];
export declare const countJourneys: (report: JourneyReport) => {
  passed: number;
  failed: number;
  skipped: number;
};
