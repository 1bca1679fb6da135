import type { FlowStep, ParallelBranch, RouterBranch } from '@atelier/contracts/assistants/flows/flow-model';
import type { FlowProblem } from '@atelier/contracts/assistants/flows/flow-shapes';
import { Button } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconCopy,
  IconPlayerSkipForward,
  IconReplace,
  IconTrash,
} from '@tabler/icons-react';
import type { MenuAction } from '../../../../ui/layout/actions-menu.tsx';
import { errorsByField } from '../model/errors-by-field.ts';
import { ParallelSettings, RouterSettings } from './branch-settings.tsx';
import { CodeSettings } from './code-settings.tsx';
import { ErrorSettings } from './error-settings.tsx';
import { LoopSettings, RepeatSettings } from './loop-settings.tsx';
import { PieceDetails } from './piece-details.tsx';
import { PieceForm } from './piece-form.tsx';
import { useStepContext } from './step-context.ts';
import { StepHead } from './step-head.tsx';

/** The commands for a step beside its settings. */
export interface StepCommands {
  moveUp: (() => void) | undefined;
  moveDown: (() => void) | undefined;
  duplicate: () => void;
  remove: () => void;
  /** Puts another action in the place of that of the step; undefined where it has none. */
  chooseAction: (() => void) | undefined;
  /** Adds a branch without steps before the one with this number. */
  addBranch: (at: number, branch: RouterBranch | ParallelBranch) => void;
  /** Removes a branch with the steps in it. */
  removeBranch: (at: number) => void;
}

interface StepPanelProps {
  step: FlowStep;
  subtitle: string;
  problems: readonly FlowProblem[];
  commands: StepCommands;
  /** Changes the step; changes with the same key are undone together. */
  onChange: (step: FlowStep, key: string) => void;
  onClose: (() => void) | undefined;
  /** The test of the step, where it can be tested alone. */
  test: React.ReactNode;
}

const Settings = ({
  step,
  problems,
  commands,
  onChange,
}: Omit<StepPanelProps, 'onClose' | 'test' | 'subtitle'>) => {
  const { pieces, isReadOnly } = useStepContext();
  const change = (next: FlowStep) => onChange(next, `settings of ${step.name}`);
  const errors = errorsByField(problems);
  switch (step.type) {
    case 'PIECE': {
      const piece = pieces.find(({ name }) => name === step.settings.pieceName);
      const { connectionId: _, ...settings } = step.settings;
      const member = piece?.actions.find(({ name }) => name === step.settings.actionName);
      return (
        <>
          {member || isReadOnly ? null : (
            <Button variant="default" onClick={commands.chooseAction}>
              Choose another action
            </Button>
          )}
          <PieceForm
            piece={piece}
            member={member}
            settings={step.settings}
            errors={errors}
            onChange={({ input, connectionId }) =>
              change({
                ...step,
                settings: { ...settings, input, ...(connectionId === undefined ? {} : { connectionId }) },
              })
            }
          />
        </>
      );
    }
    case 'CODE':
      return <CodeSettings step={step} onChange={change} />;
    case 'LOOP_ON_ITEMS':
      return <LoopSettings step={step} onChange={change} error={errors['items']} />;
    case 'REPEAT_UNTIL':
      return <RepeatSettings step={step} onChange={change} error={undefined} />;
    case 'ROUTER':
      return <RouterSettings step={step} onChange={change} commands={commands} />;
    case 'PARALLEL':
      return <ParallelSettings step={step} onChange={change} commands={commands} />;
  }
};

const listStepActions = ({ step, commands, onChange }: StepPanelProps): MenuAction[] => [
  ...(commands.moveUp ? [{ label: 'Move up', icon: <IconArrowUp size={16} />, onRun: commands.moveUp }] : []),
  ...(commands.moveDown
    ? [{ label: 'Move down', icon: <IconArrowDown size={16} />, onRun: commands.moveDown }]
    : []),
  ...(commands.chooseAction
    ? [
        {
          label: 'Choose another action',
          icon: <IconReplace size={16} />,
          onRun: commands.chooseAction,
        },
      ]
    : []),
  { label: 'Duplicate', icon: <IconCopy size={16} />, onRun: commands.duplicate },
  {
    label: step.isSkipped ? 'Do not skip' : 'Skip',
    icon: <IconPlayerSkipForward size={16} />,
    onRun: () => onChange({ ...step, isSkipped: !step.isSkipped }, ''),
  },
  { label: 'Delete', icon: <IconTrash size={16} />, danger: true, onRun: commands.remove },
];

/** Everything about one step: name, settings, what happens when it fails, and its test. */
export const StepPanel = (props: StepPanelProps) => {
  const { step, subtitle, problems, onChange, onClose, test } = props;
  return (
    <div className="stack-4 min-0 content-start">
      <StepHead
        name={step.name}
        title={step.displayName}
        subtitle={subtitle}
        problems={problems.map(({ message }) => message)}
        menu={listStepActions(props)}
        onRename={(displayName) => onChange({ ...step, displayName }, `name of ${step.name}`)}
        onClose={onClose}
      />
      <Settings {...props} />
      {step.type === 'PIECE' || step.type === 'CODE' ? (
        <ErrorSettings step={step} onChange={onChange} />
      ) : null}
      {test}
      {step.type === 'PIECE' ? <PieceDetails name={step.settings.pieceName} /> : null}
    </div>
  );
};
