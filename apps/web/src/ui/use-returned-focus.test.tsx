import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { renderUi } from '../../tests/render-ui.tsx';
import { ActionsMenu } from './actions-menu.tsx';
import { SidePanel } from './side-panel.tsx';

/** A panel that stands in the page only while it is open. */
const Screen = () => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ActionsMenu label="Actions" actions={[{ label: 'Look', onRun: () => setOpen(true) }]} />
      {isOpen ? (
        <SidePanel opened title="Details" onClose={() => setOpen(false)}>
          Here they are.
        </SidePanel>
      ) : null}
    </>
  );
};

describe('focus behind a dialog', () => {
  it('comes back to the button of the menu that opened it', async () => {
    await renderUi(<Screen />);
    const button = screen.getByRole('button', { name: 'Actions' });
    button.focus();
    await userEvent.keyboard('{Enter}');
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Look' }));
    const panel = await screen.findByRole('dialog', { name: 'Details' });
    await waitFor(() => expect(panel.contains(document.activeElement)).toBe(true));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(button));
  });
});
