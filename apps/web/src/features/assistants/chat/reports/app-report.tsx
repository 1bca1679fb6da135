import { DaysTable } from './report-tables.tsx';
import { Reports } from './reports.tsx';

/** The report on one app, with its days. */
export const AppReport = ({ appId }: { appId: string }) => (
  <Reports appId={appId}>{(report) => <DaysTable days={report.days} />}</Reports>
);
