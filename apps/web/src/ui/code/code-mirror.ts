import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { javascript, javascriptLanguage } from '@codemirror/lang-javascript';
import {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  indentUnit,
  LanguageSupport,
  syntaxHighlighting,
  syntaxTree,
} from '@codemirror/language';
import { type Diagnostic, linter } from '@codemirror/lint';
import { Compartment, EditorState } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';

const colors = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier, tags.self], color: 'var(--at-accent-text)' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: 'var(--at-success-text)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--at-warning-text)' },
  { tag: [tags.function(tags.variableName), tags.propertyName], color: 'var(--at-info-text)' },
  { tag: tags.comment, color: 'var(--at-faint)', fontStyle: 'italic' },
]);

const look = EditorView.theme({
  '&': { color: 'var(--at-text)', fontSize: 'var(--at-text-sm)', maxHeight: '32rem' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--at-font-mono)', lineHeight: '1.6', minHeight: '10rem' },
  '.cm-content': { caretColor: 'var(--at-text)', padding: 'var(--at-2) 0' },
  '.cm-gutters': { color: 'var(--at-faint)', backgroundColor: 'transparent', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--at-hover)' },
  '.cm-cursor': { borderLeftColor: 'var(--at-text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'var(--at-accent-soft-hover)',
  },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--at-active)' },
  '.cm-tooltip': { background: 'var(--at-raised)', border: '1px solid var(--at-border)' },
});

const unreadable = 'The code cannot be read here.';

/** JSON is one expression of JavaScript. Whoever reads it checks the rest. */
const languages = {
  javascript: () => javascript(),
  json: () => new LanguageSupport(javascriptLanguage.configure({ top: 'SingleExpression' })),
};
export type CodeLanguage = keyof typeof languages;

/** Returns the first few places where the code is not valid. Later ones often follow from the first. */
const findErrors = (state: EditorState): Diagnostic[] => {
  const found: Diagnostic[] = [];
  if (state.doc.toString().trim() === '') return found;
  syntaxTree(state).iterate({
    enter: ({ type, from, to }) => {
      if (!type.isError || found.length > 2) return;
      const end = Math.min(state.doc.length, Math.max(to, from + 1));
      found.push({
        from: Math.min(from, end - (end > 0 ? 1 : 0)),
        to: end,
        severity: 'error',
        message: unreadable,
      });
    },
  });
  return found;
};

/** Keeps the keys that the editor has used from the screen around it, which has an undo of its own and closes with Escape. */
const keepKeys = (event: Event): void => {
  if (event.defaultPrevented || (event instanceof KeyboardEvent && event.key === 'Escape'))
    event.stopPropagation();
};

interface CodeMirrorOptions {
  /** The root that contains the editor. A shadow root, because only there it needs no style tag, which the policy of the page forbids. */
  root: ShadowRoot;
  label: string;
  code: string;
  language: CodeLanguage;
  isReadOnly: boolean;
  onChange: (code: string) => void;
  /** Gets the line of the first error, or undefined when the code can be read. */
  onChecked: (line: number | undefined) => void;
}

/** Opens an editor. Tab indents; Escape and then Tab goes on to the next field. */
export const openCodeMirror = ({
  root,
  label,
  code,
  language,
  isReadOnly,
  onChange,
  onChecked,
}: CodeMirrorOptions) => {
  const locking = new Compartment();
  const locked = (isLocked: boolean) => [
    EditorState.readOnly.of(isLocked),
    EditorView.editable.of(!isLocked),
    EditorView.contentAttributes.of({ 'aria-readonly': String(isLocked) }),
  ];
  const check = ({ state }: EditorView): Diagnostic[] => {
    const errors = findErrors(state);
    onChecked(errors[0] ? state.doc.lineAt(errors[0].from).number : undefined);
    return errors;
  };
  const view = new EditorView({
    root,
    parent: root,
    doc: code,
    extensions: [
      lineNumbers(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      drawSelection(),
      history(),
      languages[language](),
      indentUnit.of('  '),
      indentOnInput(),
      bracketMatching(),
      syntaxHighlighting(colors),
      linter(check, { delay: 400 }),
      keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
      locking.of(locked(isReadOnly)),
      // An element that scrolls has to be in the order of Tab, also where its text cannot be edited.
      EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) onChange(update.state.doc.toString());
      }),
      look,
    ],
  });
  root.addEventListener('keydown', keepKeys);
  return {
    /** Shows other code, for example after an undo of the flow. */
    show: (next: string) => {
      const { doc } = view.state;
      if (doc.toString() !== next) view.dispatch({ changes: { from: 0, to: doc.length, insert: next } });
    },
    lock: (isLocked: boolean) => view.dispatch({ effects: locking.reconfigure(locked(isLocked)) }),
    close: () => {
      root.removeEventListener('keydown', keepKeys);
      view.destroy();
    },
  };
};

export type OpenedCodeMirror = ReturnType<typeof openCodeMirror>;
