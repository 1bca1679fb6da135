import { Page } from '../../../../ui/layout/page.tsx';
import { AppsTable } from './report-tables.tsx';
import { Reports } from './reports.tsx';

/** `/apps/reports`: the report on all apps that the user sees (APP-51). */
export const ReportsScreen = () => (
  <Page
    title="Reports"
    breadcrumbs={[{ label: 'Apps', to: '/apps' }]}
    description="How much your apps were asked, and how well they answered. Days are those of UTC."
  >
    <Reports>{(report) => <AppsTable report={report} />}</Reports>
  </Page>
);
