import { ActionIcon, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { ActionsMenu, type MenuAction } from '../../../../ui/layout/actions-menu.tsx';
import { useStepContext } from './step-context.ts';

interface StepHeadProps {
  /** Its name in expressions. */
  name: string;
  title: string;
  subtitle: string;
  problems: readonly string[];
  menu: MenuAction[];
  onRename: (title: string) => void;
  /** Undefined where what is around it closes it. */
  onClose: (() => void) | undefined;
}

/** The title of a step, what is wrong with it, and what can be done with it. */
export const StepHead = ({ name, title, subtitle, problems, menu, onRename, onClose }: StepHeadProps) => {
  const { isReadOnly } = useStepContext();
  return (
    <div className="stack-4 min-0 content-start">
      <div className="beside-2 flex-start">
        <TextInput
          className="min-0 grow"
          label="Name"
          description={`${subtitle}. Expressions call it ${name}.`}
          maxLength={150}
          readOnly={isReadOnly}
          value={title}
          onChange={(event) => onRename(event.currentTarget.value)}
        />
        {isReadOnly ? null : <ActionsMenu label={`Actions for ${title}`} actions={menu} />}
        {onClose ? (
          <ActionIcon aria-label="Close" onClick={onClose}>
            <IconX size={18} />
          </ActionIcon>
        ) : null}
      </div>
      {problems.map((message) => (
        <p key={message} className="warning-box flat warning small pad-2-3">
          {message}
        </p>
      ))}
    </div>
  );
};
