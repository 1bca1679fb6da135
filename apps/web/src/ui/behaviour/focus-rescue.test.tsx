import { Button, Modal } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { renderUi } from '../../../tests/render-ui.tsx';
import { ActionsMenu } from '../layout/actions-menu.tsx';
import { SidePanel } from '../layout/side-panel.tsx';

const List = () => {
  const [names, setNames] = useState(['Alpha', 'Beta', 'Gamma']);
  return (
    <main>
      <h1>Things</h1>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <button type="button" onClick={() => setNames(names.filter((each) => each !== name))}>
              Remove {name}
            </button>
          </li>
        ))}
      </ul>
      <button type="button">After the list</button>
    </main>
  );
};

const button = (name: string) => screen.getByRole('button', { name });

it('moves the focus to the next row when a row was removed by keyboard', async () => {
  await renderUi(<List />);
  await userEvent.tab();
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(button('Remove Gamma')));
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(button('Remove Alpha')));
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(button('After the list')));
});

const Opener = () => {
  const [isOpened, setOpened] = useState(false);
  return (
    <main>
      <button type="button" onClick={() => setOpened(true)}>
        Open
      </button>
      {isOpened ? (
        <Modal opened onClose={() => setOpened(false)} title="Question">
          <button type="button" onClick={() => setOpened(false)}>
            Yes
          </button>
        </Modal>
      ) : null}
    </main>
  );
};

it('goes back to where a dialog was opened that leaves the page at once', async () => {
  await renderUi(<Opener />);
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  button('Yes').focus();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(button('Open')));
});

const Looker = () => {
  const [isOpen, setOpen] = useState(false);
  return (
    <main>
      <ActionsMenu label="Actions" actions={[{ label: 'Look', onRun: () => setOpen(true) }]} />
      {isOpen ? (
        <SidePanel opened title="Details" onClose={() => setOpen(false)}>
          Here they are.
        </SidePanel>
      ) : null}
    </main>
  );
};

it('goes back to the button of the menu that a dialog was opened from', async () => {
  await renderUi(<Looker />);
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Look' }));
  const panel = await screen.findByRole('dialog', { name: 'Details' });
  await waitFor(() => expect(panel.contains(document.activeElement)).toBe(true));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(button('Actions')));
});

const Saver = () => {
  const [isSaving, setSaving] = useState(false);
  return (
    <main>
      <Button loading={isSaving} onClick={() => setSaving(true)}>
        Save
      </Button>
      <button type="button" tabIndex={-1} onMouseEnter={() => setSaving(false)}>
        End
      </button>
    </main>
  );
};

it('comes back to a button that was busy meanwhile', async () => {
  await renderUi(<Saver />);
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(button('Save')).toHaveProperty('disabled', true));
  await userEvent.hover(button('End'));
  await waitFor(() => expect(document.activeElement).toBe(button('Save')));
});

/** Saves so fast that the button is busy for a moment only. */
const QuickSaver = ({ onLost }: { onLost: () => void }) => {
  const [isSaving, setSaving] = useState(false);
  const save = () => {
    setSaving(true);
    setTimeout(() => {
      setSaving(false);
      // A browser takes the focus from what is disabled; the document of this test does not.
      setTimeout(() => button('Save').blur());
    }, 5);
  };
  return (
    <main>
      <Button loading={isSaving} onClick={save} onBlur={onLost}>
        Save
      </Button>
    </main>
  );
};

it('comes back to a button that was busy for a moment only', async () => {
  const onLost = vi.fn<() => void>();
  await renderUi(<QuickSaver onLost={onLost} />);
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(onLost).toHaveBeenCalled());
  await waitFor(() => expect(document.activeElement).toBe(button('Save')));
});
