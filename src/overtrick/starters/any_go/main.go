// The talk with the referee: one line of JSON comes in for each question, one line goes out for each answer.
// choose.go decides. Nothing else may be written to the standard output; os.Stderr is for notes to yourself.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
)

// Hello comes once, at the beginning.
type Hello struct {
	Game        string
	Seats, Seat int
	Options     map[string]any
	Seed        string
}

// Question is put whenever we are to move; choose.go says what it reads of a State, and of what is Legal.
type Question struct {
	Type  string
	Deal  int
	State State
	Legal Legal
}

func main() {
	lines := bufio.NewReader(os.Stdin)
	var hello Hello
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return
		}
		var question Question
		read(line, &question)
		switch question.Type {
		case "hello":
			read(line, &hello)
		case "choose":
			answer, _ := json.Marshal(map[string]string{"action": choose(question, hello)})
			fmt.Printf("%s\n", answer) // at once: os.Stdout has no buffer
		}
	}
}

func read(line []byte, value any) {
	if err := json.Unmarshal(line, value); err != nil {
		panic(err)
	}
}
