import net from 'node:net';

const withinMs = 1000;

/** Whether anybody accepts a connection at an endpoint. */
export const endpointAnswers = (endpoint: string): Promise<boolean> =>
  new Promise((settle) => {
    const socket = net.connect(endpoint);
    const end = (answers: boolean): void => {
      socket.destroy();
      settle(answers);
    };
    socket.setTimeout(withinMs, () => {
      end(false);
    });
    socket.once('connect', () => {
      end(true);
    });
    socket.once('error', () => {
      end(false);
    });
  });
