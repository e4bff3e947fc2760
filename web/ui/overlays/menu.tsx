import { CircleAlert } from 'lucide-react';
import { Children, type ReactNode, useId, useRef, useState } from 'react';
import { ButtonContext, type ButtonProps, type Placement, type PressEvent } from 'react-aria-components';
import { menuNotLoaded } from '#domain/messages/general.ts';
import type { MenuItemProps, MenuProps, MenuSectionProps } from './menu-panel.tsx';
import { type OpenMenu, OpenMenuContext } from './open-menu.ts';

let panel: typeof import('./menu-panel.tsx') | null = null;

/** Loads the code of menus, which no page shows at first. Returns false without a connection. */
export async function loadMenus(): Promise<boolean> {
  try {
    panel ??= await import('./menu-panel.tsx');
    return true;
  } catch (cause) {
    console.warn('Menus could not be loaded', cause);
    return false;
  }
}

/** Like `loadMenus`, and shows a toast if the menu cannot open. */
export async function loadMenusToOpen(): Promise<boolean> {
  if (await loadMenus()) return true;
  try {
    // Loaded with the frame, after the first screen.
    const { showToast } = await import('./toast.tsx');
    showToast(menuNotLoaded, { icon: CircleAlert });
  } catch (cause) {
    console.warn('Nor could the toast that says so', cause);
  }
  return false;
}

function loadedPanel(): NonNullable<typeof panel> {
  if (panel === null) throw new Error('A menu is rendered when it was opened.');
  return panel;
}

interface MenuTriggerProps {
  /** The button, then the Menu. */
  readonly children: ReactNode;
  readonly placement?: Placement | undefined;
}

export function MenuTrigger({ placement = 'bottom end', children }: MenuTriggerProps) {
  const [button, menu] = Children.toArray(children);
  const trigger = useRef<HTMLButtonElement>(null);
  const buttonId = useId();
  const [focus, setFocus] = useState<OpenMenu['focus'] | null>(null);
  const [wasOpened, setWasOpened] = useState(false);
  const open = async (next: OpenMenu['focus']): Promise<void> => {
    // So that it gets the focus back.
    trigger.current?.focus({ preventScroll: true });
    if (!(await loadMenusToOpen())) return;
    setWasOpened(true);
    setFocus(next);
  };
  // Like system menus: opens at once by mouse and key, and on release by touch.
  const onPressStart = ({ pointerType }: PressEvent): void => {
    if (pointerType === 'touch') void loadMenus();
    else void open(pointerType === 'mouse' || pointerType === 'pen' ? true : 'first');
  };
  const onPress = ({ pointerType }: PressEvent): void => {
    if (pointerType === 'touch') void open(true);
  };
  const onKeyDown: ButtonProps['onKeyDown'] = (event) => {
    if (event.key === 'ArrowDown') void open('first');
    else if (event.key === 'ArrowUp') void open('last');
    else return event.continuePropagation();
    event.preventDefault();
  };
  const context: OpenMenu = {
    trigger,
    isOpen: focus !== null,
    focus: focus ?? true,
    close: () => setFocus(null),
    placement,
    labelledBy: buttonId,
  };
  return (
    <>
      <ButtonContext
        value={{
          id: buttonId,
          ref: trigger,
          preventFocusOnPress: true,
          isPressed: focus !== null,
          'aria-haspopup': 'menu',
          'aria-expanded': focus !== null,
          onPressStart,
          onPress,
          onKeyDown,
          onFocus: () => void loadMenus(),
        }}
      >
        {button}
      </ButtonContext>
      {wasOpened && <OpenMenuContext value={context}>{menu}</OpenMenuContext>}
    </>
  );
}

export function Menu(props: MenuProps) {
  const { Menu: Panel } = loadedPanel();
  return <Panel {...props} />;
}

export function MenuItem(props: MenuItemProps) {
  const { MenuItem: Item } = loadedPanel();
  return <Item {...props} />;
}

/** With `selectionMode`, only this section's items are choices. */
export function MenuSection(props: MenuSectionProps) {
  const { MenuSection: Section } = loadedPanel();
  return <Section {...props} />;
}

export function MenuSeparator() {
  const { MenuSeparator: Separator } = loadedPanel();
  return <Separator />;
}
