import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';

export const colorSchemeChoices = [
  { value: 'light', label: 'Light', Icon: IconSun },
  { value: 'dark', label: 'Dark', Icon: IconMoon },
  { value: 'auto', label: 'System', Icon: IconDeviceDesktop },
] as const;

export const ColorSchemeMenu = () => {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const current = colorSchemeChoices.find((choice) => choice.value === colorScheme) ?? colorSchemeChoices[2];
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon aria-label={`Appearance: ${current.label}`}>
          <current.Icon size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown miw="9rem">
        {colorSchemeChoices.map(({ value, label, Icon }) => (
          <Menu.Item
            key={value}
            role="menuitemradio"
            aria-checked={value === colorScheme}
            leftSection={<Icon size={16} />}
            rightSection={value === colorScheme ? <IconCheck size={14} /> : null}
            onClick={() => setColorScheme(value)}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};
