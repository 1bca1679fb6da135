import { createTheme, type MantineColorsTuple, type VariantColorsResolver } from '@mantine/core';
import classes from './theme.module.css';

/** The colour names of Mantine, with the meaning that each has in this product (tokens.css). */
const meanings: Record<string, string> = {
  accent: 'accent',
  ink: 'ink',
  gray: 'ink',
  red: 'danger',
  green: 'success',
  teal: 'success',
  yellow: 'warning',
  orange: 'warning',
  blue: 'info',
};

const edge = '1px solid ';

/**
 * Takes the colours of every component from the tokens, so that they suit both colour schemes and text on a coloured background
 * always has enough contrast.
 */
const resolveVariant: VariantColorsResolver = ({ color, theme, variant }) => {
  const meaning = meanings[color ?? theme.primaryColor] ?? 'accent';
  const token = (suffix: string) => `var(--at-${suffix})`;
  switch (variant) {
    case 'filled':
      return {
        background: token(meaning),
        hover: token(`${meaning}-hover`),
        color: token(`on-${meaning}`),
        border: `${edge}transparent`,
      };
    case 'light':
      return {
        background: token(`${meaning}-soft`),
        hover: token(`${meaning}-soft-hover`),
        color: token(`${meaning}-text`),
        border: `${edge}transparent`,
      };
    case 'outline':
      return {
        background: 'transparent',
        hover: token(`${meaning}-soft`),
        color: token(`${meaning}-text`),
        border: `${edge}currentColor`,
      };
    case 'default':
      return {
        background: token('surface'),
        hover: token('hover'),
        color: token('text'),
        border: `${edge}${token('border-strong')}`,
      };
    default:
      return {
        background: 'transparent',
        hover: variant === 'subtle' ? token(meaning === 'ink' ? 'hover' : `${meaning}-soft`) : 'transparent',
        color: token(`${meaning}-text`),
        border: `${edge}transparent`,
      };
  }
};

const accentScale: MantineColorsTuple = [
  '#fdf4f0',
  '#fbece5',
  '#f7d5c6',
  '#f2b69c',
  '#ee8a63',
  '#d9663b',
  '#b0451f',
  '#9a3a18',
  '#7d2f14',
  '#5f2510',
];
const inkScale: MantineColorsTuple = [
  '#faf9f7',
  '#f4f2ee',
  '#e8e4dd',
  '#d3cdc3',
  '#9c958b',
  '#6d675e',
  '#57524a',
  '#37332d',
  '#1d1b18',
  '#131210',
];

const dialogClasses = {
  inner: 'at-locks-scroll',
  overlay: classes.overlay,
  content: classes.dialog,
  header: classes.dialogHeader,
  title: classes.dialogTitle,
  body: classes.dialogBody,
};
const dialog = {
  lockScroll: false,
  // The header of a dialog must not become a landmark of the page.
  attributes: { header: { role: 'presentation' } },
  shadow: 'xl',
  closeButtonProps: { 'aria-label': 'Close' },
  transitionProps: { duration: 140 },
};

/**
 * The look of the builder. Its values are CSS variables bound in mantine.css. It adds no style tag to the page, because the
 * content security policy refuses those.
 */
export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 4 },
  colors: { accent: accentScale, ink: inkScale },
  variantColorResolver: resolveVariant,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusClassName: classes.focus ?? '',
  activeClassName: classes.pressed ?? '',
  components: {
    Button: {
      defaultProps: { color: 'ink', size: 'sm' },
      classNames: { root: classes.button, loader: classes.loader },
    },
    ActionIcon: {
      defaultProps: { variant: 'subtle', color: 'gray', size: 'lg' },
      classNames: { root: classes.actionIcon },
    },
    InputWrapper: {
      classNames: { label: classes.label, error: classes.fieldError, description: classes.fieldDescription },
    },
    Pill: { classNames: { root: classes.pill } },
    // The direction of typed text follows its script.
    TextInput: { defaultProps: { dir: 'auto' }, classNames: { input: classes.input } },
    Textarea: {
      defaultProps: { autosize: true, minRows: 3, maxRows: 16, dir: 'auto' },
      classNames: { input: classes.input },
    },
    Select: {
      defaultProps: { allowDeselect: false, checkIconPosition: 'right' },
      classNames: { input: classes.input },
    },
    NativeSelect: { classNames: { input: classes.input } },
    PasswordInput: {
      defaultProps: {
        visibilityToggleButtonProps: { 'aria-label': 'Show or hide the characters', tabIndex: 0 },
      },
      classNames: { input: classes.input },
    },
    NumberInput: { classNames: { input: classes.input, controls: classes.steppers } },
    CloseButton: { classNames: { root: classes.closeButton } },
    MultiSelect: { classNames: { input: classes.input } },
    TagsInput: { classNames: { input: classes.input } },
    Checkbox: {
      defaultProps: { radius: 'sm', size: 'xs' },
      classNames: { input: classes.check, icon: classes.checkIcon },
    },
    Radio: { defaultProps: { size: 'xs' }, classNames: { radio: classes.check, icon: classes.checkIcon } },
    Switch: { defaultProps: { size: 'sm' }, classNames: { track: classes.switch } },
    Badge: {
      defaultProps: { variant: 'light', radius: 'sm' },
      classNames: { root: classes.badge },
    },
    Tooltip: {
      defaultProps: { openDelay: 300, withArrow: false, events: { hover: true, focus: true, touch: true } },
      classNames: { tooltip: classes.tooltip },
    },
    Menu: {
      defaultProps: {
        shadow: 'md',
        position: 'bottom-end',
        transitionProps: { duration: 100 },
        withInitialFocusPlaceholder: false,
      },
      classNames: { dropdown: classes.dropdown, item: classes.menuItem },
    },
    Popover: { defaultProps: { shadow: 'md' }, classNames: { dropdown: classes.dropdown } },
    Modal: { defaultProps: { ...dialog, centered: true }, classNames: dialogClasses },
    Drawer: { defaultProps: { ...dialog, position: 'right' }, classNames: dialogClasses },
    Tabs: { classNames: { list: classes.tabsList, tab: classes.tab } },
    Skeleton: { defaultProps: { radius: 'sm' }, classNames: { root: classes.skeleton } },
  },
});
