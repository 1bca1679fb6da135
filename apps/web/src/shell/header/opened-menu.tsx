import { Menu, type MenuProps } from '@mantine/core';
import { cloneElement, type ReactNode, type RefAttributes, useEffect, useRef, useState } from 'react';
import type { MenuTrigger } from './menu-button.tsx';

interface OpenedMenuProps extends Pick<MenuProps, 'position'> {
  button: MenuTrigger;
  /** The narrowest that it may be, as a CSS length. */
  width: string;
  children: ReactNode;
}

/** A menu that opens as soon as it is there, because its button was pressed before. */
export const OpenedMenu = ({ button, width, children, ...props }: OpenedMenuProps) => {
  const [isOpen, setOpen] = useState(false);
  const target = useRef<HTMLButtonElement>(null);
  // The pressed button is gone; the one that takes its place gets the focus, and so gets it back when the menu closes.
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
