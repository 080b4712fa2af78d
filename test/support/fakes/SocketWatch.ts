/** Records every TCP connection that this process attempts, at the socket and not in our code. */
import { Effect } from "effect"
import { Socket } from "node:net"

/** The addresses attempted while the scope is open. */
export const watchSockets = Effect.acquireRelease(
  Effect.sync(() => {
    const attempts: Array<string> = []
    const original = Socket.prototype.connect
    const watched = function (this: Socket, ...args: Array<never>) {
      this.on("connectionAttempt", (address: string) => attempts.push(address))
      return Reflect.apply(original, this, args)
    }
    Socket.prototype.connect = watched as never
    return { attempts, restore: () => void (Socket.prototype.connect = original) }
  }),
  ({ restore }) => Effect.sync(restore)
)
