import type { FlowDetails } from '@atelier/contracts/assistants/flows/flow-shapes';
import { readFlow } from '@atelier/flows';
import { useState } from 'react';
import { usePathParam } from '../../../../lib/browser/use-path-param.ts';
import { ErrorState } from '../../../../ui/feedback/error-state.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { Page } from '../../../../ui/layout/page.tsx';
import { useFlow } from '../api.ts';
import { Builder } from './builder.tsx';

const breadcrumbs = [{ label: 'Flows', to: '/flows' }];

const Loaded = ({ details, onReload }: { details: FlowDetails; onReload: () => void }) => {
  const [reading] = useState(() => readFlow({ ...details.version }));
  if (reading.flow) return <Builder details={details} flow={reading.flow} onReload={onReload} />;
  return (
    <Page title={details.displayName} breadcrumbs={breadcrumbs}>
      <ErrorState title="This flow cannot be shown" error={new Error(reading.problems[0]?.message)} />
    </Page>
  );
};

/** `/flows/{id}`: the builder of one flow, with its runs and versions. */
export const BuilderScreen = () => {
  const id = usePathParam('id');
  const query = useFlow(id);
  const [epoch, setEpoch] = useState(0);
  const reload = async () => {
    await query.refetch();
    setEpoch((before) => before + 1);
  };
  // The cache may be older than the server, and the builder keeps the first value that it is given.
  if (query.data && query.isFetchedAfterMount) {
    return (
      <Loaded key={`${query.data.flowId}:${epoch}`} details={query.data} onReload={() => void reload()} />
    );
  }
  return (
    <Page title="Flow" breadcrumbs={breadcrumbs}>
      <QueryView query={query} errorTitle="This flow could not be opened">
        {() => null}
      </QueryView>
    </Page>
  );
};
