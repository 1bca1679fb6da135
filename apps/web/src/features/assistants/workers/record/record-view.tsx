import type { WorkerRecord } from '@atelier/contracts/assistants/workers/record-shapes';
import { useMemo, useState } from 'react';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { StatusBadge } from '../../../../ui/feedback/status-badge.tsx';
import { Panel } from '../../../../ui/layout/panel.tsx';
import { recordInList } from '../model/worker-words.ts';
import { Activities } from './activities.tsx';
import { useLiveRecords, useRecord } from './api.ts';
import { InputPanel } from './input-panel.tsx';
import { OutputPanel } from './output-panel.tsx';
import { firstShown, useFindValue } from './places.ts';
import { type Place, PlacesContext, type ShownPlace } from './places-context.ts';
import classes from './record.module.css';

/** The output and the activity of a record beside its source, which shows where it says the values of the output. */
const Parts = ({ record }: { record: WorkerRecord }) => {
  const [shownId, setShownId] = useState(() => firstShown(record));
  const [place, setPlace] = useState<ShownPlace>();
  const find = useFindValue(record, shownId);
  const places = useMemo(
    () => ({
      find,
      show: (found: Place) => setPlace((last) => ({ ...found, turn: (last?.turn ?? 0) + 1 })),
    }),
    [find],
  );
  return (
    <PlacesContext value={places}>
      <div className={`stack-5 align-start ${classes.parts}`}>
        <div className="stack-5 one-column">
          <OutputPanel record={record} />
          <Panel title="Activity" description="What was done with it, in the order of time.">
            <Activities record={record} />
          </Panel>
        </div>
        <InputPanel record={record} shownId={shownId} onShow={setShownId} place={place} />
      </div>
    </PlacesContext>
  );
};

const Compact = ({ record }: { record: WorkerRecord }) => {
  const { label, tone } = recordInList(record);
  return (
    <section className="stack-4 one-column" aria-label="Test">
      <p className="flat" role="status">
        <StatusBadge tone={tone}>{label}</StatusBadge>
      </p>
      <OutputPanel record={record} />
      <Panel title="Activity">
        <Activities record={record} />
      </Panel>
    </section>
  );
};

const Followed = ({ record, isCompact }: { record: WorkerRecord; isCompact: boolean }) => {
  useLiveRecords(record.workerId);
  return isCompact ? <Compact record={record} /> : <Parts record={record} />;
};

interface RecordViewProps {
  recordId: string;
  /** Leaves out the source, where it is shown already. */
  isCompact?: boolean;
}

/** A record, live while it is worked on. */
export const RecordView = ({ recordId, isCompact = false }: RecordViewProps) => {
  const query = useRecord(recordId);
  return (
    <QueryView query={query} errorTitle="This record could not be opened">
      {(record) => <Followed record={record} isCompact={isCompact} />}
    </QueryView>
  );
};
