import type { WaitingDecision } from '@atelier/contracts/assistants/flows/flow-run-shapes';
import { IconCheckbox, IconRoute } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMay } from '../../../../lib/account/session.ts';
import { Ago } from '../../../../lib/ago.tsx';
import { formatMoment } from '../../../../lib/format.ts';
import { useUrlWords } from '../../../../ui/behaviour/use-url-state.ts';
import { ChoiceFilter } from '../../../../ui/data-table/choice-filter.tsx';
import type { Column } from '../../../../ui/data-table/data-table-types.ts';
import { ListTable } from '../../../../ui/data-table/list-table.tsx';
import { TwoLines } from '../../../../ui/data-table/two-lines.tsx';
import { useUrlSort } from '../../../../ui/data-table/use-url-sort.ts';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { Page } from '../../../../ui/layout/page.tsx';
import { DocumentsIllustration, SearchIllustration } from '../../../../ui/theme/illustrations.tsx';
import { FlowsTabs } from '../flows-tabs.tsx';
import { useWaitingDecisions } from './waiting-api.ts';

const sortable = ['askedAt'] as const;

const askerLabel = ({ askedBy, askerName }: WaitingDecision): string =>
  askerName === null ? `Deleted ${askedBy === 'AGENT' ? 'agent' : 'flow'}` : `“${askerName}”`;

const linkToRun = ({ askedBy, runId }: WaitingDecision): string =>
  askedBy === 'AGENT' ? `/agent-run?id=${runId}` : `/flows/runs/${runId}`;

const columns: Column<WaitingDecision>[] = [
  {
    id: 'title',
    header: 'What is asked',
    cell: (waiting) => (
      <TwoLines under={`The ${waiting.askedBy === 'AGENT' ? 'agent' : 'flow'} ${askerLabel(waiting)}`}>
        {waiting.title}
      </TwoLines>
    ),
  },
  {
    id: 'who',
    header: 'Who decides',
    width: '13rem',
    cell: ({ approvalToken }) =>
      approvalToken === null ? 'Owners, admins and builders' : 'You, or others who build',
  },
  {
    id: 'askedAt',
    header: 'Asked',
    width: '9rem',
    sortValue: ({ askedAt }) => askedAt,
    cell: ({ askedAt }) => <Ago at={askedAt} />,
  },
  {
    id: 'until',
    header: 'Waits until',
    width: '11rem',
    wideOnly: true,
    cell: ({ until }) => (until === null ? 'Somebody decides' : formatMoment(until)),
  },
];

const askers = [
  { value: '', label: 'Agents and flows' },
  { value: 'AGENT', label: 'Agents' },
  { value: 'FLOW', label: 'Flows' },
];

const parseAskerKind = (word: string): WaitingDecision['askedBy'] | undefined =>
  word === 'AGENT' || word === 'FLOW' ? word : undefined;

/** `/approvals`: all that waits for a decision of a person, of agents and flows alike. */
export const WaitingScreen = () => {
  const navigate = useNavigate();
  const may = useMay();
  const mayDecide = may('flows:write') || may('agents:write');
  const [words, setWords] = useUrlWords(['search', 'asker']);
  const { sort, query } = useUrlSort(sortable, { column: 'askedAt', descending: false });
  const askedBy = parseAskerKind(words.asker);
  const list = useWaitingDecisions({ search: words.search, askedBy, order: query.order });
  const isFiltered = words.search !== '' || askedBy !== undefined;
  return (
    <Page
      title="Approvals"
      description={
        mayDecide
          ? 'What agents and flows may do only once a person has decided. Nothing happens until then.'
          : 'What agents and flows may do only once an owner, an admin or a builder has decided. You see here what waits for them.'
      }
      navigation={<FlowsTabs />}
    >
      <ListTable
        label="What waits for a decision"
        list={list}
        errorTitle="The approvals could not be loaded"
        nothing={
          !isFiltered &&
          list.more.total === 0 && (
            <EmptyState illustration={<DocumentsIllustration />} title="Nothing waits for a decision">
              {`An agent that is about to act outside, and a flow with an approval step, ask here first. ${
                mayDecide ? 'You can' : 'Owners, admins and builders'
              } approve, change or reject what they want to do.`}
            </EmptyState>
          )
        }
        columns={columns}
        sort={sort}
        rowId={({ runId, askedAt }) => `${runId} ${askedAt}`}
        rowLabel={(waiting) => `${waiting.title} ${askerLabel(waiting)}`}
        rowLink={(waiting) =>
          waiting.approvalToken === null ? linkToRun(waiting) : `/approvals/${waiting.approvalToken}`
        }
        rowActions={(waiting) => [
          ...(waiting.approvalToken === null
            ? []
            : [
                {
                  label: 'Decide',
                  icon: <IconCheckbox size={16} />,
                  onRun: () => void navigate({ href: `/approvals/${waiting.approvalToken ?? ''}` }),
                },
              ]),
          {
            label: 'Open the run',
            icon: <IconRoute size={16} />,
            onRun: () => void navigate({ href: linkToRun(waiting) }),
          },
        ]}
        search={{
          value: words.search,
          onChange: (search) => setWords({ search }),
          placeholder: 'Search agents and flows',
        }}
        toolbar={
          <ChoiceFilter
            label="Who asks"
            value={words.asker}
            onChange={(asker) => setWords({ asker })}
            choices={askers}
          />
        }
        empty={
          <EmptyState compact illustration={<SearchIllustration />} title="No approval fits">
            Choose agents and flows, or clear the search.
          </EmptyState>
        }
      />
    </Page>
  );
};
