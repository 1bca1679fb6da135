import type { Alert } from '@atelier/contracts/operate/monitoring/alert-shapes';
import { NativeSelect } from '@mantine/core';
import { formatMoment } from '../../../../lib/format.ts';
import { useUrlState } from '../../../../ui/behaviour/use-url-state.ts';
import type { Column } from '../../../../ui/data-table/data-table-types.ts';
import { ListTable } from '../../../../ui/data-table/list-table.tsx';
import { TwoLines } from '../../../../ui/data-table/two-lines.tsx';
import { StatusBadge } from '../../../../ui/feedback/status-badge.tsx';
import { Panel } from '../../../../ui/layout/panel.tsx';
import { TextLink } from '../../../../ui/layout/text-link.tsx';
import classes from '../monitoring.module.css';
import { useAlerts } from './api.ts';
import { linkToRuleSubject, metricWords } from './model/alert-words.ts';

type Message = Alert['messages'][number];

const events = { BEGAN: 'beginning', RESOLVED: 'end' };
const states = { WAITING: 'waits', SENT: 'sent', FAILED: 'failed' };

const sayMessage = ({ event, channel, to, state, problem }: Message): string => {
  const target = channel === 'WEBHOOK' ? 'Webhook' : `Mail to ${to ?? 'a former member'}`;
  return `${target} about the ${events[event]}: ${states[state]}${problem === null ? '' : `. ${problem}`}`;
};

const Messages = ({ messages }: Pick<Alert, 'messages'>) => {
  if (messages.length === 0) return <span className="note">None, it was in the quiet period</span>;
  const failed = messages.filter(({ state }) => state === 'FAILED').length;
  const sent = messages.filter(({ state }) => state === 'SENT').length;
  return (
    <details className={classes.messages}>
      <summary>
        {failed > 0 ? `${failed} of ${messages.length} failed` : `${sent} of ${messages.length} sent`}
      </summary>
      <ul>
        {messages.map((message) => (
          <li key={`${message.event} ${message.channel} ${message.to ?? ''}`}>{sayMessage(message)}</li>
        ))}
      </ul>
    </details>
  );
};

const Subject = ({ alert }: { alert: Alert }) => {
  const place = linkToRuleSubject(alert);
  const name = alert.subjectName ?? 'The whole company';
  return place === undefined ? name : <TextLink to={place}>{name}</TextLink>;
};

const columns: Column<Alert>[] = [
  {
    id: 'rule',
    header: 'Alert',
    width: '16rem',
    cell: (alert) => <TwoLines under={metricWords[alert.metric].say(alert.value)}>{alert.ruleName}</TwoLines>,
  },
  { id: 'subject', header: 'Of', width: '12rem', cell: (alert) => <Subject alert={alert} /> },
  {
    id: 'beganAt',
    header: 'Began',
    width: '11rem',
    wideOnly: true,
    cell: ({ beganAt }) => formatMoment(beganAt),
  },
  {
    id: 'state',
    header: 'State',
    width: '13rem',
    cell: ({ resolvedAt }) =>
      resolvedAt === null ? (
        <StatusBadge tone="danger">Open</StatusBadge>
      ) : (
        <StatusBadge tone="success">{`Over since ${formatMoment(resolvedAt)}`}</StatusBadge>
      ),
  },
  {
    id: 'messages',
    header: 'Messages',
    wideOnly: true,
    cell: (alert) => <Messages messages={alert.messages} />,
  },
];

/** The alerts of the rules, newest first. */
export const HistoryTable = () => {
  const [search, setSearch] = useUrlState('alert');
  const [state, setState] = useUrlState('state');
  const wanted = state === 'OPEN' || state === 'RESOLVED' ? state : undefined;
  const list = useAlerts({ search, state: wanted });
  return (
    <Panel title="History" description="What the alerts noticed, and who was told.">
      <ListTable
        label="History of the alerts"
        list={list}
        errorTitle="The history could not be loaded"
        nothing={
          search === '' &&
          wanted === undefined &&
          list.more.total === 0 && <p className="note">No alert has begun yet.</p>
        }
        columns={columns}
        rowId={({ alertId }) => alertId}
        rowLabel={({ ruleName }) => ruleName}
        search={{ value: search, onChange: setSearch, placeholder: 'Search the history' }}
        toolbar={
          <NativeSelect
            aria-label="State"
            value={wanted ?? ''}
            onChange={(event) => setState(event.currentTarget.value)}
            data={[
              { value: '', label: 'Open and over' },
              { value: 'OPEN', label: 'Open' },
              { value: 'RESOLVED', label: 'Over' },
            ]}
          />
        }
        empty="Nothing fits. Search for something else."
      />
    </Panel>
  );
};
