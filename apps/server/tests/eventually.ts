/** Polls until `read` returns a value, for results of background work. */
export const eventually = async <T>(
  read: () => Promise<T | undefined | false>,
  withinMs = 45_000,
): Promise<T> => {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const value = await read();
    if (value !== undefined && value !== false) return value;
    if (Date.now() > deadline) throw new Error('It did not happen in time.');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};
