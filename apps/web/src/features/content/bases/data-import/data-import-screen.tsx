import type { ConnectorEntry } from '@atelier/contracts/content/sources/source-shapes';
import { useGuide } from '../../../../lib/account/guide.ts';
import { useMay } from '../../../../lib/account/session.ts';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { TourButton } from '../../../../ui/guidance/tour-button.tsx';
import { Page } from '../../../../ui/layout/page.tsx';
import { DocumentsIllustration } from '../../../../ui/theme/illustrations.tsx';
import { useConnectors } from '../../sources/index.ts';
import { ImportWizard } from './import-wizard.tsx';
import { kbTour, kbTourEnd } from './kb-tour.ts';

const title = 'Import documents';
const up = [{ label: 'Knowledge', to: '/knowledge-base' }];

const NotForReaders = () => (
  <Page title={title} breadcrumbs={up} width="narrow">
    <EmptyState illustration={<DocumentsIllustration />} title="Only builders import documents">
      Ask a builder or an administrator of your company to add the documents for you.
    </EmptyState>
  </Page>
);

/** The tour points at the steps, so it belongs to the page that contains them. */
const WizardPage = ({ entries }: { entries: readonly ConnectorEntry[] }) => {
  const startTour = useGuide('KB', kbTour, kbTourEnd);
  return (
    <Page
      title={title}
      description="Choose where they are and where they go, and watch them being read."
      breadcrumbs={up}
      actions={<TourButton onStart={startTour} />}
    >
      <ImportWizard entries={entries} />
    </Page>
  );
};

const ImportPage = () => {
  const catalogue = useConnectors();
  if (catalogue.data) return <WizardPage entries={catalogue.data.connectors} />;
  return (
    <Page title={title} breadcrumbs={up}>
      <QueryView query={catalogue} errorTitle="The kinds of sources could not be loaded">
        {() => null}
      </QueryView>
    </Page>
  );
};

/** The screen where an import begins (ROUTE-14, HEADER-07). */
export const DataImportScreen = () => (useMay()('knowledge:write') ? <ImportPage /> : <NotForReaders />);
