"""Asks the coordinator of the working directory for its tasks: python3 protocol.py"""
import glob, json, os, platform, re, socket

state = os.path.join(os.getcwd(), ".signalbox", "state")
term = lambda name: int(re.search(r"writer-(\d+)\.json$", name).group(1))
writers = sorted(glob.glob(os.path.join(state, "writer-*.json")), key=term)
if not writers:
    raise SystemExit("No coordinator serves this folder: run `signalbox serve`.")
with open(writers[-1]) as file:
    writer = json.load(file)

connection = socket.socket(socket.AF_UNIX)
connection.connect(writer["endpoint"])
lines = connection.makefile("rw", encoding="utf-8", newline="\n")


def ask(number, method, params):
    lines.write(json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}) + "\n")
    lines.flush()
    for line in lines:  # notifications come in between
        message = json.loads(line)
        if message.get("id") == number:
            if "error" in message:
                error = message["error"]
                raise SystemExit(f'{error["message"]}. {error["data"]["next"]}')
            return message["result"]
    raise SystemExit("The coordinator closed the connection: find the next one and ask again.")


me = {"pid": os.getpid(), "started_at": 0, "name": "python3", "script": "protocol.py", "is_run": False}
hello = ask(1, "hello", {
    "protocol_version": 1,
    "token": writer["token"],
    "kind": "script",
    "name": "protocol.py",
    "version": "1.0.0",
    "origin": {"host": platform.node(), "boot_id": None, "pid_namespace": None},
    "process": me,
    "ancestors": [],
    "root": os.path.realpath(os.getcwd()),
})
print(f'{hello["surface"]} surface of {hello["root"]}, term {hello["term"]}')
for task in ask(2, "task.list", {"limit": 100})["tasks"]:
    print(f'{task["id"]}: {task["title"]} ({task["status"]})')
