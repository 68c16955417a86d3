# An agent as the tests need one: it tells of its turns, reads one line a turn, takes the lease that the line points at, and
# completes it when the next line says so.
signalbox worker notice turn-ended
while printf '> ' && read -r line; do
  signalbox worker notice prompt
  case $line in
    'signalbox prompt --lease '*)
      $line && signalbox ack --lease "${line##* }"
      ;;
    complete) signalbox complete --summary 'Shunted.' ;;
    *) echo "it does not know: $line" ;;
  esac
  signalbox worker notice turn-ended
done
