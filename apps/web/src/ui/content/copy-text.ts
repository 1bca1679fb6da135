/** The way that works where the page came over plain http, which has no clipboard of its own. */
const copyBySelection = (text: string): boolean => {
  const field = document.createElement('textarea');
  field.value = text;
  field.setAttribute('readonly', '');
  field.style.position = 'fixed';
  field.style.opacity = '0';
  const focused = document.activeElement;
  // Inside an open dialog, so that its focus trap lets the field be selected.
  (focused?.closest('dialog, [role="dialog"]') ?? document.body).append(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return copied;
};

/** Copies a text; false when the browser refused. */
export const copyText = async (text: string): Promise<boolean> => {
  // The types promise a clipboard, an insecure page has none.
  const { clipboard } = navigator as { clipboard?: Clipboard };
  if (clipboard === undefined) return copyBySelection(text);
  try {
    await clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
};
