import type { AttackTest } from '@atelier/contracts/operate/evaluation/attacks';
import { Button } from '@mantine/core';
import { IconShieldBolt } from '@tabler/icons-react';
import { useState } from 'react';
import { Ago } from '../../../../lib/ago.tsx';
import { isOpen } from '../../../../lib/runs/run-words.ts';
import { useUrlState } from '../../../../ui/behaviour/use-url-state.ts';
import { DataTable } from '../../../../ui/data-table/data-table.tsx';
import type { Column } from '../../../../ui/data-table/data-table-types.ts';
import { TwoLines } from '../../../../ui/data-table/two-lines.tsx';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { StatusBadge } from '../../../../ui/feedback/status-badge.tsx';
import { Panel } from '../../../../ui/layout/panel.tsx';
import { SearchIllustration } from '../../../../ui/theme/illustrations.tsx';
import { type Subject, wordForSubject } from '../model/subject.ts';
import { percent, statusWords } from '../model/test-words.ts';
import { useAttacks } from './api.ts';
import { AttackPanel } from './attack-panel.tsx';
import { StartDialog } from './start-dialog.tsx';

const columns: Column<AttackTest>[] = [
  {
    id: 'version',
    header: 'Settings',
    cell: ({ version, setName }) => (
      <TwoLines
        under={setName === null ? 'The usual questions' : `With ${setName}`}
      >{`Version ${version}`}</TwoLines>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    cell: (test) => (
      <StatusBadge tone={statusWords[test.status].tone}>
        {isOpen(test) ? `${test.asked} of ${test.questions}` : statusWords[test.status].label}
      </StatusBadge>
    ),
  },
  {
    id: 'score',
    header: 'Score',
    align: 'end',
    cell: ({ judged, held }) => percent(judged === 0 ? null : (100 * held) / judged),
  },
  { id: 'startedBy', header: 'By', cell: ({ startedBy }) => startedBy ?? 'Somebody', wideOnly: true },
  { id: 'when', header: 'Started', cell: ({ createdAt }) => <Ago at={createdAt} />, wideOnly: true },
];

/** Attacks on an app, an agent or a crew: start one, follow it, and read what it found. */
export const AttacksTab = ({ subject }: { subject: Subject }) => {
  const list = useAttacks(subject);
  const word = wordForSubject(subject);
  const [opened, setOpened] = useUrlState('attack');
  const [isStarting, setStarting] = useState(false);
  const start = (
    <Button leftSection={<IconShieldBolt size={16} />} onClick={() => setStarting(true)}>
      Attack this {word}
    </Button>
  );
  return (
    <>
      <QueryView
        query={list.query}
        skeleton="table"
        isEmpty={() => list.rows.length === 0}
        empty={
          <EmptyState
            illustration={<SearchIllustration />}
            title={`This ${word} was not attacked yet`}
            action={start}
          >
            Try whether the {word} obeys orders in questions and documents, gives up its rules or its
            instructions, or refuses harmless questions. Do it again after each change of its settings.
          </EmptyState>
        }
        errorTitle="The attacks could not be listed"
      >
        {() => (
          <Panel title="Attacks" actions={start}>
            <DataTable
              label="Attacks"
              columns={columns}
              rows={list.rows}
              rowId={({ attackTestId }) => attackTestId}
              rowLabel={({ version, createdAt }) => `Version ${version}, ${createdAt}`}
              onOpen={({ attackTestId }) => setOpened(attackTestId)}
              more={list.more}
            />
          </Panel>
        )}
      </QueryView>
      {isStarting ? (
        <StartDialog
          subject={subject}
          onClose={() => setStarting(false)}
          onStarted={(id) => {
            setStarting(false);
            setOpened(id);
          }}
        />
      ) : null}
      {opened === '' ? null : <AttackPanel attackTestId={opened} onClose={() => setOpened('')} />}
    </>
  );
};
