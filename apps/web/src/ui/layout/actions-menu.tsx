import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';

export interface MenuAction {
  label: string;
  icon?: ReactNode;
  onRun: () => void;
  danger?: boolean;
  /** The reason why the action is not possible now, shown below its label. */
  disabledBecause?: string | undefined;
}

interface ActionsMenuProps {
  /** Names the object in the accessible name: "Actions for Handbook". */
  label: string;
  actions: MenuAction[];
  children?: ReactNode;
}

/** The menu behind the button with three dots. */
export const ActionsMenu = ({ label, actions, children }: ActionsMenuProps) =>
  actions.length === 0 ? null : (
    <Menu>
      <Menu.Target>
        {children ?? (
          <ActionIcon aria-label={label} size="md">
            <IconDots size={18} />
          </ActionIcon>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => (
          <Menu.Item
            key={action.label}
            leftSection={action.icon}
            onClick={action.onRun}
            disabled={action.disabledBecause !== undefined}
            title={action.disabledBecause}
            {...(action.danger ? { color: 'red' } : {})}
          >
            {action.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
