const box = /([☐☒☑✓✗])\s*([^☐☒☑✓✗]*)/gu;
const unchecked = '☐';

/** Returns the texts of the boxes that are checked: `yes` for `☒ yes ☐ no`. A value without boxes to choose from is returned unchanged. */
export const readChecked = (value: string): string => {
  const boxes = [...value.matchAll(box)].map(([, mark = '', text = '']) => ({ mark, text: text.trim() }));
  const checked = boxes.filter(({ mark, text }) => mark !== unchecked && text !== '');
  return boxes.length > 1 && checked.length > 0 ? checked.map(({ text }) => text).join(', ') : value;
};
