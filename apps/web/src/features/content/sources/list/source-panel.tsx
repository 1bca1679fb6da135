import type { Source } from '@atelier/contracts/content/sources/source-shapes';
import { formatMoment } from '../../../../lib/format.ts';
import { type Fact, Facts } from '../../../../ui/content/facts.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { StatusBadge } from '../../../../ui/feedback/status-badge.tsx';
import { SidePanel } from '../../../../ui/layout/side-panel.tsx';
import { statusInDetail } from '../../documents/index.ts';
import { useSource } from '../api.ts';
import { balanceInWords, scheduleInWords, sourceTypeLabel } from '../model/source-words.ts';
import { HookPanel } from './hook-panel.tsx';
import { SourceReport } from './source-report.tsx';

/** The details of a source. Its status has the wording that IMPORT-11 requires outside lists. */
const listFacts = (source: Source): Fact[] => {
  const status = source.sync ? statusInDetail(source.sync.status) : undefined;
  return [
    ['Kind', sourceTypeLabel(source)],
    [
      'Last sync',
      status ? (
        <StatusBadge key="sync" tone={status.tone}>
          {status.label}
        </StatusBadge>
      ) : (
        'Not read yet'
      ),
    ],
    ['Last read', source.lastSyncAt === null ? 'Never' : formatMoment(source.lastSyncAt)],
    ['Read again', scheduleInWords(source.schedule)],
    ['Balance', balanceInWords(source), 'whole-row'],
  ];
};

const Content = ({ sourceId }: { sourceId: string }) => {
  const query = useSource(sourceId);
  return (
    <QueryView query={query} errorTitle="This source could not be opened">
      {(source) => (
        <div className="stack-5">
          <Facts facts={listFacts(source)} />
          {source.sync?.error ? (
            <p className="danger tiny regular pretty">{source.sync.error.message}</p>
          ) : null}
          {source.sync?.note ? <p className="muted tiny regular pretty">{source.sync.note}</p> : null}
          {source.type === 'WEBHOOK' && source.abilities.canUpdate ? <HookPanel source={source} /> : null}
          <SourceReport source={source} />
        </div>
      )}
    </QueryView>
  );
};

interface SourcePanelProps {
  sourceId: string | undefined;
  title: string;
  onClose: () => void;
}

/** One source next to the list, with the result of its last sync for each item. */
export const SourcePanel = ({ sourceId, title, onClose }: SourcePanelProps) => (
  <SidePanel opened={sourceId !== undefined} onClose={onClose} title={title} size="xl">
    {sourceId === undefined ? null : <Content key={sourceId} sourceId={sourceId} />}
  </SidePanel>
);
