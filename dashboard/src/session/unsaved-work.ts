// How many signed files of this tab are not downloaded yet. Pages ask it before they end the
// session. It is separate from the sign page, so that they load nothing else for it.
let count = 0;

export const unsavedWork = {
  count: () => count,
  set(changed: number): void {
    count = changed;
  },
};
