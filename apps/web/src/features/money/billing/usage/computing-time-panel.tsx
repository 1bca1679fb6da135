import type { ComputingTime } from '@atelier/contracts/money/usage';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { Panel } from '../../../../ui/layout/panel.tsx';
import { Stat, StatRow } from '../../../../ui/layout/stat.tsx';
import { useComputingTime } from '../api.ts';

const inSeconds = (seconds: number): string =>
  `${seconds.toLocaleString('en', { maximumFractionDigits: 1 })} ${seconds === 1 ? 'second' : 'seconds'}`;

const inWords = (seconds: number): string =>
  seconds < 120 ? inSeconds(seconds) : `${Math.round(seconds / 60).toLocaleString('en')} minutes`;

const state = ({ waitsBehindOthers }: ComputingTime): string =>
  waitsBehindOthers ? 'Waits behind others' : 'Not waiting';

/** Shows what the server computed for the company, of what it may use in a minute. */
export const ComputingTimePanel = () => {
  const query = useComputingTime();
  return (
    <Panel
      title="Computing time"
      description="Flows, code steps, searches and the reading of documents share the server with other companies. A company that uses up its minute waits behind the others; nothing fails."
    >
      <QueryView query={query} skeleton="cards" errorTitle="The computing time could not be loaded">
        {(time) => (
          <StatRow>
            <Stat
              label="Last minutes"
              value={inSeconds(time.lately)}
              hint={`of ${inSeconds(time.secondsPerMinute)} in a minute`}
            />
            <Stat label="Today" value={inWords(time.today)} />
            <Stat label="Now" value={state(time)} />
          </StatRow>
        )}
      </QueryView>
    </Panel>
  );
};
