/** Lets everything run that waits for no timer: enough turns of the loop for a whole tick. */
export async function settled(turns = 40): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Whether a promise has settled by now. */
export async function hasSettled(promise: Promise<unknown>): Promise<boolean> {
  let isSettled = false;
  const note = (): void => {
    isSettled = true;
  };
  promise.then(note, note);
  await settled();
  return isSettled;
}
