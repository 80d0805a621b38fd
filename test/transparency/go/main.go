// A reader and writer of transparency logs, on top of the Go team's packages note and tlog. It was
// written from the C2SP texts, not from the code of this repository, so that each can check the
// other. The tests compile it with the packages that Debian ships.
package main

import (
	"encoding/json"
	"fmt"
	"os"
)

func main() {
	if len(os.Args) < 2 {
		stop(fmt.Errorf("usage: independent-log read|write|answer …"))
	}
	var err error
	switch command, arguments := os.Args[1], os.Args[2:]; {
	case command == "read" && len(arguments) == 2:
		err = read(arguments[0], arguments[1])
	case command == "write" && len(arguments) == 3:
		err = write(arguments[0], arguments[1], arguments[2])
	case command == "answer" && len(arguments) == 0:
		err = answer(os.Stdin)
	default:
		err = fmt.Errorf("unknown command %q with %d arguments", command, len(arguments))
	}
	if err != nil {
		stop(err)
	}
}

func stop(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

func printLine(value interface{}) error {
	return json.NewEncoder(os.Stdout).Encode(value)
}
