import { Menu, type MenuProps } from '@mantine/core';
import { cloneElement, type ReactNode, type RefAttributes, useEffect, useRef, useState } from 'react';
import type { MenuTrigger } from './menu-button.tsx';

interface OpenedMenuProps extends Pick<MenuProps, 'position'> {
  button: MenuTrigger;
  /** The minimum width of the menu, as a CSS length. */
  width: string;
  children: ReactNode;
}

/** A menu that opens as soon as its code has loaded, because its button has been pressed already. */
export const OpenedMenu = ({ button, width, children, ...props }: OpenedMenuProps) => {
  const [isOpen, setOpen] = useState(false);
  const target = useRef<HTMLButtonElement>(null);
  // This button replaces the one that was pressed. It takes the focus, so that closing the menu returns the focus to it.
  useEffect(() => {
    target.current?.focus({ preventScroll: true });
    const frame = requestAnimationFrame(() => setOpen(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  const trigger: RefAttributes<HTMLButtonElement> = { ref: target };
  return (
    <Menu withinPortal={false} opened={isOpen} onChange={setOpen} {...props}>
      <Menu.Target>{cloneElement(button, trigger)}</Menu.Target>
      <Menu.Dropdown miw={width} maw="20rem">
        {children}
      </Menu.Dropdown>
    </Menu>
  );
};
