import { ActionIcon, isMantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import classes from './header.module.css';

export const colorSchemeChoices = [
  { value: 'light', label: 'Light', Icon: IconSun },
  { value: 'dark', label: 'Dark', Icon: IconMoon },
  { value: 'auto', label: 'System', Icon: IconDeviceDesktop },
] as const;

const schemeOf = (value: string) => (isMantineColorScheme(value) ? value : 'auto');

export const ColorSchemeMenu = () => {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const current = colorSchemeChoices.find((choice) => choice.value === colorScheme) ?? colorSchemeChoices[2];
  return (
    <Menu withinPortal={false}>
      <Menu.Target>
        <ActionIcon className={classes.scheme ?? ''} aria-label={`Appearance: ${current.label}`}>
          <current.Icon size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown miw="9rem">
        <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(schemeOf(value))}>
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
      </Menu.Dropdown>
    </Menu>
  );
};
