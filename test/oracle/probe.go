package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"
)

// An answer that takes longer than this counts as none.
const patience = 10 * time.Second

var errSilent = fmt.Errorf("no answer within %s", patience)

// A probe is the program under comparison, run as a child: one JSON line in, one JSON line out. It's started at the
// first question, and started anew after it has died or hung.
type probe struct {
	command []string
	child   *exec.Cmd
	input   io.WriteCloser
	output  chan string
}

// newProbe takes the probe's path; arguments for it may follow, separated by spaces.
func newProbe(commandLine string) *probe {
	return &probe{command: strings.Fields(commandLine)}
}

func (p *probe) start() error {
	p.child = exec.Command(p.command[0], p.command[1:]...)
	p.child.Stderr = os.Stderr
	input, err := p.child.StdinPipe()
	if err != nil {
		return err
	}
	output, err := p.child.StdoutPipe()
	if err != nil {
		return err
	}
	if err := p.child.Start(); err != nil {
		return err
	}
	p.input = input
	p.output = make(chan string)
	go readLines(output, p.output)
	return nil
}

func readLines(from io.Reader, to chan<- string) {
	defer close(to)
	lines := bufio.NewReaderSize(from, 1<<20)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return
		}
		to <- line
	}
}

// ask sends a request and reads the answer.
func (p *probe) ask(request, answer any) error {
	line, err := p.askLine(request)
	if err != nil {
		return err
	}
	return json.Unmarshal([]byte(line), answer)
}

// askLine gives the answer as it came. After an error the child is gone, and the next question starts another.
func (p *probe) askLine(request any) (string, error) {
	if len(p.command) == 0 {
		return "", errors.New("no probe is named")
	}
	if p.child == nil {
		if err := p.start(); err != nil {
			p.child = nil
			return "", err
		}
	}
	line, err := json.Marshal(request)
	if err != nil {
		return "", err
	}
	// The write runs beside the wait for an answer, so that a child that stopped reading can't block the harness.
	go func(input io.Writer) { _, _ = input.Write(append(line, '\n')) }(p.input)
	select {
	case text, alive := <-p.output:
		if !alive {
			return "", p.bury()
		}
		return text, nil
	case <-time.After(patience):
		p.stop()
		return "", errSilent
	}
}

func (p *probe) bury() error {
	err := p.child.Wait()
	p.child = nil
	return fmt.Errorf("crashed: %v", err)
}

func (p *probe) stop() {
	if p.child == nil {
		return
	}
	_ = p.input.Close()
	_ = p.child.Process.Kill()
	for range p.output { // let the reader of lines end
	}
	_ = p.child.Wait()
	p.child = nil
}
