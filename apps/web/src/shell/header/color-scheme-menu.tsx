import { isMantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { colorSchemeChoices } from './color-scheme-choices.ts';
import type { OpeningMenu } from './menu-button.tsx';
import { OpenedMenu } from './opened-menu.tsx';

const parseScheme = (value: string) => (isMantineColorScheme(value) ? value : 'auto');

export const ColorSchemeMenu: OpeningMenu = ({ button }) => {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <OpenedMenu button={button} width="9rem">
      <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(parseScheme(value))}>
        {colorSchemeChoices.map(({ value, label, Icon }) => (
          <Menu.RadioItem
            key={value}
            value={value}
            rightSection={<Icon size={16} />}
            checkIcon={<IconCheck size={14} />}
            closeMenuOnClick
          >
            {label}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </OpenedMenu>
  );
};
