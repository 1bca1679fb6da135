import { createSpotlight } from '@mantine/spotlight';

/** The state of the command palette: whether it is open, and which command is selected. */
export const [paletteStore, palette] = createSpotlight();
