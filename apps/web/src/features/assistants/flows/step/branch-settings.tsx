import type {
  FlowStep,
  ParallelStep,
  RouterBranch,
  RouterStep,
} from '@atelier/contracts/assistants/flows/flow-model';
import { newCondition } from '@atelier/flows/operations';
import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { ConditionsEditor } from './conditions-editor.tsx';
import classes from './step.module.css';
import { useStepContext } from './step-context.ts';
import type { StepCommands } from './step-panel.tsx';

interface BranchHeadProps {
  number: number;
  name: string;
  onRename: (name: string) => void;
  /** Undefined where the branch has to stay. */
  onRemove: (() => void) | undefined;
}

const BranchHead = ({ number, name, onRename, onRemove }: BranchHeadProps) => {
  const { isReadOnly } = useStepContext();
  return (
    <div className="wrap-2 flex-end">
      <TextInput
        className={classes.grow ?? ''}
        label={`Name of branch ${number}`}
        readOnly={isReadOnly}
        maxLength={100}
        value={name}
        onChange={(event) => onRename(event.currentTarget.value)}
      />
      {onRemove && !isReadOnly ? (
        <ActionIcon
          variant="default"
          size="input-sm"
          aria-label={`Remove branch ${number} with its steps`}
          onClick={onRemove}
        >
          <IconTrash size={16} />
        </ActionIcon>
      ) : null}
    </div>
  );
};

interface BranchSettingsProps<S extends FlowStep> {
  step: S;
  onChange: (step: S) => void;
  commands: Pick<StepCommands, 'addBranch' | 'removeBranch'>;
}

const AddBranch = ({ onAdd }: { onAdd: () => void }) =>
  useStepContext().isReadOnly ? null : (
    <Button variant="default" leftSection={<IconPlus size={16} />} onClick={onAdd}>
      Add a branch
    </Button>
  );

export const ParallelSettings = ({ step, onChange, commands }: BranchSettingsProps<ParallelStep>) => (
  <div className="stack-4 min-0 content-start">
    <p className="note">
      All branches run at the same time. The next step runs once, after the last of them has ended.
    </p>
    <ul className="stack-4 bare">
      {step.branches.map((branch, index) => (
        <li key={index} className={classes.branch}>
          <BranchHead
            number={index + 1}
            name={branch.branchName}
            onRename={(branchName) =>
              onChange({ ...step, branches: step.branches.with(index, { ...branch, branchName }) })
            }
            onRemove={step.branches.length > 1 ? () => commands.removeBranch(index) : undefined}
          />
        </li>
      ))}
    </ul>
    <AddBranch
      onAdd={() =>
        commands.addBranch(step.branches.length, {
          branchName: `Branch ${step.branches.length + 1}`,
          body: null,
        })
      }
    />
  </div>
);

/** A new branch stands before the one for everything else, so that the order of the branches is the order of judging. */
const placeOfNew = (branches: readonly RouterBranch[]): number => {
  const at = branches.findIndex(({ branchType }) => branchType === 'FALLBACK');
  return at < 0 ? branches.length : at;
};

export const RouterSettings = ({ step, onChange, commands }: BranchSettingsProps<RouterStep>) => {
  const { isReadOnly } = useStepContext();
  const set = (index: number, branch: RouterBranch) =>
    onChange({ ...step, branches: step.branches.with(index, branch) });
  return (
    <div className="stack-4 min-0 content-start">
      <NativeSelect
        label="Which branches run"
        disabled={isReadOnly}
        data={[
          { value: 'EXECUTE_FIRST_MATCH', label: 'The first one whose conditions hold' },
          { value: 'EXECUTE_ALL_MATCH', label: 'All whose conditions hold, one after the other' },
        ]}
        value={step.settings.executionType}
        onChange={({ currentTarget }) => {
          const isAll = currentTarget.value === 'EXECUTE_ALL_MATCH';
          const executionType = isAll ? 'EXECUTE_ALL_MATCH' : 'EXECUTE_FIRST_MATCH';
          onChange({ ...step, settings: { executionType } });
        }}
      />
      <ul className="stack-4 bare">
        {step.branches.map((branch, index) => (
          <li key={index} className={classes.branch}>
            <BranchHead
              number={index + 1}
              name={branch.branchName}
              onRename={(branchName) => set(index, { ...branch, branchName })}
              onRemove={step.branches.length > 1 ? () => commands.removeBranch(index) : undefined}
            />
            {branch.branchType === 'FALLBACK' ? (
              <p className="note">Runs when the conditions of no other branch hold.</p>
            ) : (
              <ConditionsEditor
                conditions={branch.conditions}
                onChange={(conditions) => set(index, { ...branch, conditions })}
              />
            )}
          </li>
        ))}
      </ul>
      <AddBranch
        onAdd={() =>
          commands.addBranch(placeOfNew(step.branches), {
            branchName: `Branch ${step.branches.length}`,
            branchType: 'CONDITION',
            conditions: [[newCondition()]],
            body: null,
          })
        }
      />
    </div>
  );
};
