import {
  type ButtonHTMLAttributes,
  type ComponentType,
  cloneElement,
  lazy,
  type ReactElement,
  Suspense,
  useState,
} from 'react';
import { toastError } from '../../ui/feedback/toasts.tsx';

export type MenuTrigger = ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>;

/** A menu that is open from the start, below the given button. */
export type OpeningMenu = ComponentType<{ button: MenuTrigger }>;

interface MenuButtonProps {
  button: MenuTrigger;
  menu: LazyMenu;
}

interface LazyMenu {
  Menu: OpeningMenu;
  load: () => Promise<unknown>;
}

/** A menu whose code is loaded when its button gets the focus or the pointer. */
export const lazyMenu = (load: () => Promise<{ default: OpeningMenu }>): LazyMenu => ({
  Menu: lazy(load),
  load,
});

/** A button of the header with a menu below it. The menu is only mounted once the button has been pressed. */
export const MenuButton = ({ button, menu: { Menu, load } }: MenuButtonProps) => {
  const [isWanted, setWanted] = useState(false);
  const fetchEarly = () => void load().catch(() => undefined);
  const open = () =>
    void load().then(
      () => setWanted(true),
      () => toastError('This menu could not be loaded. Please try again.'),
    );
  const waiting = cloneElement(button, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: fetchEarly,
    onFocus: fetchEarly,
    onClick: open,
  });
  return isWanted ? (
    <Suspense fallback={waiting}>
      <Menu button={button} />
    </Suspense>
  ) : (
    waiting
  );
};
