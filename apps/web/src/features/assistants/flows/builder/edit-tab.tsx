import type { Flow, FlowProblem } from '@atelier/contracts/assistants/flows/flow-model';
import type { FlowRunDetails } from '@atelier/contracts/assistants/flows/flow-run-shapes';
import type { PieceDescription } from '@atelier/contracts/assistants/flows/pieces';
import { ActionIcon } from '@mantine/core';
import { useHotkeys, useMediaQuery } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { StatusBadge } from '../../../../ui/feedback/status-badge.tsx';
import { SidePanel } from '../../../../ui/layout/side-panel.tsx';
import { TextLink } from '../../../../ui/layout/text-link.tsx';
import type { CanvasActions } from '../canvas/canvas-actions.ts';
import { FlowCanvas } from '../canvas/flow-canvas.tsx';
import { FlowOutline } from '../canvas/flow-outline.tsx';
import type { Editing } from '../editing/use-editor.ts';
import { stepCatalogue, triggerCatalogue } from '../model/catalogue.ts';
import { isEmptyFlow } from '../model/new-flow.ts';
import { flowRunWords } from '../model/run-words.ts';
import { ProposalBar } from '../proposal/proposal-bar.tsx';
import { useProposal } from '../proposal/use-proposal.ts';
import classes from './builder.module.css';
import { CatalogueDialog } from './catalogue-dialog.tsx';
import { EditTools } from './edit-tools.tsx';
import { pressKey } from './press-key.ts';
import { ProblemList } from './problem-list.tsx';
import { StepSide } from './step-side.tsx';
import type { Commands } from './use-commands.ts';
import { useViews } from './use-views.ts';

/** The progress of the test that is drawn on the canvas. */
const TestBar = ({ run, onClose }: { run: FlowRunDetails; onClose: () => void }) => {
  const { label, tone } = flowRunWords[run.status];
  return (
    <div className={`row-3 small rounded sunken margin-bottom-3 ${classes.testBar}`} role="status">
      <StatusBadge tone={tone}>{`Test: ${label}`}</StatusBadge>
      {run.cause ? <span className={`grow ${classes.testCause}`}>{run.cause.message}</span> : null}
      <TextLink to={`/flows/runs/${run.runId}`}>See each step</TextLink>
      <ActionIcon aria-label="Hide the test" onClick={onClose}>
        <IconX size={16} />
      </ActionIcon>
    </div>
  );
};

interface EditTabProps {
  editing: Editing;
  commands: Commands;
  pieces: readonly PieceDescription[];
  isReadOnly: boolean;
  /** The run of the last test; empty for none. */
  testRun: string;
  onHideTest: () => void;
}

/** The actions of the cards. Without the right to change the flow, they only open. */
const createCanvasActions = ({ editing, commands, isReadOnly }: EditTabProps): CanvasActions => {
  const { open, move, setChoosing, changeNote, removeNote } = commands;
  if (isReadOnly) return { open };
  return {
    open,
    edit: {
      add: (place) => setChoosing({ place }),
      move,
      changeNote,
      removeNote,
      press: (id, event) => pressKey(id, event, editing.editor.getState().flow, commands),
    },
  };
};

const Catalogue = ({ commands, pieces }: Pick<EditTabProps, 'commands' | 'pieces'>) => {
  const { choosing, choose, closeChoosing } = commands;
  if (choosing === undefined) return null;
  const isTrigger = 'trigger' in choosing;
  const steps = stepCatalogue(pieces);
  const choices = 'action' in choosing ? steps.filter(({ choice }) => choice.type === 'PIECE') : steps;
  return (
    <CatalogueDialog
      title={
        isTrigger ? 'What starts the flow?' : 'action' in choosing ? 'Choose another action' : 'Add a step'
      }
      entries={isTrigger ? triggerCatalogue(pieces) : choices}
      onChoose={choose}
      onClose={closeChoosing}
    />
  );
};

/** Nobody has done anything wrong in a flow that is still empty. */
const problemsWorthSaying = (flow: Flow, problems: readonly FlowProblem[]) =>
  isEmptyFlow(flow) ? [] : problems;

interface StepsProps extends EditTabProps {
  onDescribe: (() => void) | undefined;
}

const Steps = (props: StepsProps) => {
  const { editing, commands, pieces, isReadOnly, testRun, onHideTest, onDescribe } = props;
  const { editor, state, saved } = editing;
  const { selected } = commands;
  const opened = selected ?? '';
  const isPhone = useMediaQuery('(max-width: 48em)') === true;
  const { layout, views, problems, run, found, search, setSearch } = useViews(editing, pieces, testRun);
  const [visited, setVisited] = useState(0);
  useHotkeys([
    ['mod+Z', () => editor.undo()],
    ['mod+shift+Z', () => editor.redo()],
    ['mod+Y', () => editor.redo()],
  ]);
  const worthSaying = problemsWorthSaying(state.flow, problems);
  const titleFor = (name: string) => views.get(name)?.title ?? name;
  const shared = {
    label: `Steps of ${state.flow.displayName}`,
    layout,
    views,
    selected,
    actions: createCanvasActions(props),
  };
  const side = selected ? (
    <StepSide
      name={selected}
      flow={state.flow}
      saved={saved}
      problems={problems}
      view={views.get(selected)}
      editor={editor}
      commands={commands}
      pieces={pieces}
      isReadOnly={isReadOnly}
      isInDrawer={isPhone}
    />
  ) : null;
  const goToFound = () => {
    const next = found[visited % Math.max(1, found.length)];
    setVisited(visited + 1);
    if (next !== undefined) commands.goTo(next);
  };
  return (
    <>
      <EditTools
        editor={editor}
        state={state}
        isReadOnly={isReadOnly}
        search={{ value: search, found: found.length, onChange: setSearch, onNext: goToFound }}
        onAddNote={isPhone || isReadOnly ? undefined : commands.addNote}
        onDescribe={isReadOnly ? undefined : onDescribe}
      />
      {run ? <TestBar run={run} onClose={onHideTest} /> : null}
      <ProblemList problems={isReadOnly ? [] : worthSaying} titleOf={titleFor} onOpen={commands.open} />
      {isPhone ? (
        <>
          <FlowOutline {...shared} />
          <SidePanel
            opened={side !== null}
            onClose={() => commands.select(null)}
            title={titleFor(opened)}
            isCovered={commands.choosing !== undefined}
            contentKey={opened}
          >
            {side}
          </SidePanel>
        </>
      ) : (
        <div className={classes.workspace} data-panel={side !== null || undefined}>
          <div className={`min-0 ${classes.stage}`}>
            <FlowCanvas {...shared} notes={state.flow.notes} focus={commands.focus} />
          </div>
          {side ? (
            // A panel of its own for each step, so that it opens at its top.
            <aside key={selected} className={classes.panel} aria-label={`Settings of ${titleFor(opened)}`}>
              {side}
            </aside>
          ) : null}
        </div>
      )}
      <Catalogue commands={commands} pieces={pieces} />
    </>
  );
};

/**
 * The steps of a flow: as a canvas with the opened step beside it, or on a phone as a list with the step above it. While a flow is
 * proposed, it is shown instead and cannot be changed.
 */
export const EditTab = (props: EditTabProps) => {
  const proposal = useProposal(props.editing, props.isReadOnly);
  const { flow, before, isOffered, isFixed, open } = proposal;
  const shown = flow && { ...props.editing, state: { ...props.editing.state, flow } };
  return (
    <>
      <ProposalBar proposal={proposal} />
      <Steps
        {...props}
        {...(shown && { editing: shown })}
        isReadOnly={props.isReadOnly || shown !== undefined || isFixed}
        onDescribe={before && !isOffered ? open : undefined}
      />
    </>
  );
};
